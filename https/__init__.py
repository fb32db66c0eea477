"""HTTPS at home, by the server itself: certificates, a second port, a name in the local network."""
