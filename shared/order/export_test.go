package order

// KeyRecord is the record of an idempotency key, for the test of stored items.
type KeyRecord = keyRecord
