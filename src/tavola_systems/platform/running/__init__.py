"""Running the systems: settings, stores, the application, the server, commands."""
