module ordering/functions

go 1.26

require ordering/shared v0.0.0

require golang.org/x/text v0.37.0 // indirect

require (
	github.com/danielgtaylor/huma/v2 v2.39.0
	github.com/shopspring/decimal v1.6.0 // indirect
)

replace ordering/shared => ../shared

replace ordering/locales => ../locales
