"""The vote system over HTTP: accounts, API and pages on the platform."""
