"""How Django writes dates where its own way differs from that of the phones."""
