package tax

import "sync"

// jurisdiction has the taxes of a state or province over time. Rates are parsed on use: parsing all of them would slow every cold start.
type jurisdiction struct {
	source   string
	parts    []string
	rounding Rounding
	periods  []period // oldest first; the last one with a from date that has come applies
}

type period struct {
	from   string // 2006-01-02, the first day in the jurisdiction's own time
	levies []rate
	rebate *rateRebate
}

type rate struct {
	tax     string
	percent string
	classes []Class
}

type rateRebate struct {
	tax     string
	percent string
	classes []Class
	limit   int64
}

var (
	// served is food and drink ready to consume; a single bottle of water counts, groceries do not.
	served = []Class{Meal, SoftDrink, BottledWater}
	// prepared is food and drink made or poured on the premises.
	prepared = []Class{Meal, SoftDrink}
)

const (
	craGST    = "Excise Tax Act (Canada), ss. 165 and 225.2, Sch. VI Part III; CRA, GST/HST rates by province. Illustrative"
	craRebate = "; CRA GI-064, Ontario point-of-sale rebate on prepared food and beverages"
	bcSoda    = "; BC Provincial Sales Tax Bulletin 300, soda beverages"
	quebec    = "; Act respecting the Québec sales tax, s. 16"
	sask      = "; Saskatchewan PST-5 and Provincial Sales Tax Act, eating establishments"
	manitoba  = "; Manitoba Retail Sales Tax Bulletin 030, prepared food"
	// The state's rate is from its statute; the local part is a rounded average. Every restaurant should have its own rate.
	usSource = "State department of revenue for the state's part, an average for the local part. Illustrative: import a combined rate for each restaurant"
)

// jurisdictions holds the rules by country and state. All figures are illustrative.
var jurisdictions = sync.OnceValue(func() map[string]jurisdiction {
	gst := rate{GST, "5", served}
	hst := func(percent string) []rate { return []rate{{HST, percent, served}} }
	alone := jurisdiction{source: craGST, periods: []period{{from: "2008-01-01", levies: []rate{gst}}}}
	m := map[string]jurisdiction{
		"CA-AB": alone, "CA-NT": alone, "CA-NU": alone, "CA-YT": alone,
		"CA-BC": {source: craGST + bcSoda, periods: []period{
			{from: "2013-04-01", levies: []rate{gst}},
			{from: "2021-04-01", levies: []rate{gst, {PST, "7", []Class{SoftDrink}}}},
		}},
		"CA-MB": {source: craGST + manitoba, periods: []period{
			{from: "2013-07-01", levies: []rate{gst, {PST, "8", prepared}}},
			{from: "2019-07-01", levies: []rate{gst, {PST, "7", prepared}}},
		}},
		"CA-SK": {source: craGST + sask, periods: []period{
			{from: "2017-04-01", levies: []rate{gst, {PST, "6", served}}},
		}},
		"CA-ON": {source: craGST + craRebate, periods: []period{
			{from: "2010-07-01", levies: hst("13"), rebate: &rateRebate{HST, "5", prepared, 400}},
		}},
		"CA-QC": {source: craGST + quebec, periods: []period{
			{from: "2013-01-01", levies: []rate{gst, {QST, "9.975", served}}},
		}},
		"CA-NB": {source: craGST, periods: []period{{from: "2016-07-01", levies: hst("15")}}},
		"CA-NL": {source: craGST, periods: []period{{from: "2016-07-01", levies: hst("15")}}},
		"CA-PE": {source: craGST, periods: []period{{from: "2016-10-01", levies: hst("15")}}},
		"CA-NS": {source: craGST, periods: []period{
			{from: "2010-07-01", levies: hst("15")},
			{from: "2025-04-01", levies: hst("14")},
		}},
	}
	for _, s := range states {
		m["US-"+s.code] = jurisdiction{source: usSource, parts: s.parts, periods: []period{
			{from: "2020-01-01", levies: []rate{{Sales, s.percent, served}}},
		}}
	}
	return m
})

// states has a combined default rate for prepared food per US state, with the names of its parts.
var states = []struct {
	code    string
	percent string
	parts   []string
}{
	{"AK", "1.82", []string{"Borough and city sales tax"}},
	{"AL", "9.43", []string{"Alabama sales tax 4", "County and city 5.43"}},
	{"AR", "9.45", []string{"Arkansas gross receipts tax 6.5", "County and city 2.95"}},
	{"AZ", "8.38", []string{"Arizona transaction privilege tax 5.6", "County and city 2.78"}},
	{"CA", "8.80", []string{"California sales and use tax 7.25", "District taxes 1.55"}},
	{"CO", "7.86", []string{"Colorado sales tax 2.9", "County, city and districts 4.96"}},
	{"CT", "7.35", []string{"Connecticut sales tax 6.35", "Connecticut prepared meals 1"}},
	{"DC", "10", []string{"District of Columbia restaurant meals 10"}},
	{"DE", "0", []string{"Delaware has no sales tax"}},
	{"FL", "7", []string{"Florida sales tax 6", "County surtax 1"}},
	{"GA", "7.42", []string{"Georgia sales tax 4", "County and city 3.42"}},
	{"HI", "4.5", []string{"Hawaii general excise tax 4", "County surcharge 0.5"}},
	{"IA", "6.94", []string{"Iowa sales tax 6", "Local option 0.94"}},
	{"ID", "6.03", []string{"Idaho sales tax 6", "Local 0.03"}},
	{"IL", "8.89", []string{"Illinois retailers’ occupation tax 6.25", "County and city 2.64"}},
	{"IN", "7", []string{"Indiana sales tax 7"}},
	{"KS", "8.77", []string{"Kansas sales tax 6.5", "County and city 2.27"}},
	{"KY", "6", []string{"Kentucky sales tax 6"}},
	{"LA", "10.11", []string{"Louisiana sales tax 5", "Parish 5.11"}},
	{"MA", "7", []string{"Massachusetts meals tax 6.25", "Local option meals 0.75"}},
	{"MD", "6", []string{"Maryland sales tax 6"}},
	{"ME", "8", []string{"Maine prepared food 8"}},
	{"MI", "6", []string{"Michigan sales tax 6"}},
	{"MN", "8.13", []string{"Minnesota sales tax 6.875", "County and city 1.255"}},
	{"MO", "8.41", []string{"Missouri sales tax 4.225", "County and city 4.185"}},
	{"MS", "7.06", []string{"Mississippi sales tax 7", "Local 0.06"}},
	{"MT", "0", []string{"Montana has no sales tax"}},
	{"NC", "7", []string{"North Carolina sales tax 4.75", "County 2.25"}},
	{"ND", "7.09", []string{"North Dakota sales tax 5", "County and city 2.09"}},
	{"NE", "6.98", []string{"Nebraska sales tax 5.5", "City 1.48"}},
	{"NH", "8.5", []string{"New Hampshire meals tax 8.5"}},
	{"NJ", "6.625", []string{"New Jersey sales tax 6.625"}},
	{"NM", "7.67", []string{"New Mexico gross receipts tax 4.875", "County and city 2.795"}},
	{"NV", "8.24", []string{"Nevada sales tax 6.85", "County 1.39"}},
	{"NY", "8.53", []string{"New York sales tax 4", "County, city and district 4.53"}},
	{"OH", "7.24", []string{"Ohio sales tax 5.75", "County 1.49"}},
	{"OK", "9.05", []string{"Oklahoma sales tax 4.5", "County and city 4.55"}},
	{"OR", "0", []string{"Oregon has no sales tax"}},
	{"PA", "6.34", []string{"Pennsylvania sales tax 6", "County 0.34"}},
	{"RI", "8", []string{"Rhode Island sales tax 7", "Local meals and beverage 1"}},
	{"SC", "7.49", []string{"South Carolina sales tax 6", "County 1.49"}},
	{"SD", "6.11", []string{"South Dakota sales tax 4.2", "City 1.91"}},
	{"TN", "9.61", []string{"Tennessee sales tax 7", "County and city 2.61"}},
	{"TX", "8.25", []string{"Texas sales tax 6.25", "City, county and transit 2"}},
	{"UT", "8.42", []string{"Utah sales tax 4.85", "County and city 2.57", "Restaurant tax 1"}},
	{"VA", "5.77", []string{"Virginia sales tax 4.3", "Local 1.47"}},
	{"VT", "9", []string{"Vermont meals tax 9"}},
	{"WA", "9.51", []string{"Washington sales tax 6.5", "County and city 3.01"}},
	{"WI", "5.72", []string{"Wisconsin sales tax 5", "County and city 0.72"}},
	{"WV", "6.59", []string{"West Virginia sales tax 6", "City 0.59"}},
	{"WY", "5.56", []string{"Wyoming sales tax 4", "County 1.56"}},
}
