module ordering/functions

go 1.26

require ordering/shared v0.0.0

replace ordering/shared => ../shared

replace ordering/locales => ../locales
