"""Line mode and JSON lines."""
