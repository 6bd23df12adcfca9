package order

// KeyRecord is the record of an idempotency key, for the test of stored items.
type KeyRecord = keyRecord

// Filed is the data of the item that files an order, for the same test.
type Filed = filed
