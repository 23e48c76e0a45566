// The rooms of the gateway.
