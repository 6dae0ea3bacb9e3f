"""What the tests stand on: real servers, the running service, a browser."""
