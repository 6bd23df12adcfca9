package problem

import (
	"fmt"
	"strings"
)

// The catalogue. Messages are quoted from the specification where it defines them; params replace [name].
const (
	Internal         Code = "internal"
	NotFound         Code = "not-found"
	MethodNotAllowed Code = "method-not-allowed"
	Malformed        Code = "malformed"
	Invalid          Code = "invalid"
	MediaType        Code = "media-type"
	TooLarge         Code = "too-large"
	Timeout          Code = "timeout"
	StoreUnavailable Code = "store-unavailable"
	UnknownBrand     Code = "unknown-brand"
	WrongCountry     Code = "wrong-country"
	BadSignature     Code = "bad-signature"
	TooManyRequests  Code = "too-many-requests" // of the firewall, like the next one
	RequestRefused   Code = "request-refused"
	FrontMissing     Code = "front-missing" // the call did not come through the site's address
	TokenInvalid     Code = "token-invalid"
	TokenExpired     Code = "token-expired"
	SignInNeeded     Code = "sign-in-needed"
	SessionEnded     Code = "session-ended"
	FilterInvalid    Code = "filter-invalid"
	QueryInvalid     Code = "query-invalid"

	LocationNotFound   Code = "location-not-found"
	PlaceNotFound      Code = "place-not-found"
	NoOnlineOrders     Code = "no-online-orders"
	HandoffNotOffered  Code = "handoff-not-offered"
	CategoryNotOffered Code = "category-not-offered"

	ItemNotFound       Code = "item-not-found"
	ItemSoldOut        Code = "item-sold-out"
	ItemNotServedNow   Code = "item-not-served-now"
	ItemNotHandedOver  Code = "item-not-handed-over"
	ModifierNotFound   Code = "modifier-not-found"
	ModifierSoldOut    Code = "modifier-sold-out"
	ChooseAtLeast      Code = "choose-at-least"
	ChooseAtMost       Code = "choose-at-most"
	ModifierQuantity   Code = "modifier-quantity"
	QuantityTooLow     Code = "quantity-too-low"
	QuantityTooHigh    Code = "quantity-too-high"
	QuantityIncrement  Code = "quantity-increment"
	ItemMinimum        Code = "item-minimum"
	BasketTooFewItems  Code = "basket-too-few-items"
	BasketTooManyItems Code = "basket-too-many-items"
	BasketFull         Code = "basket-full"
	AmountTooLow       Code = "amount-too-low"
	InstructionsLong   Code = "instructions-too-long"
	TipInvalid         Code = "tip-invalid"
	CurrencyMixed      Code = "currency-mixed"
	CouponConditions   Code = "coupon-conditions"
	CouponsFull        Code = "coupons-full"
	CouponsLimited     Code = "coupons-limited"
	RewardNotFound     Code = "reward-not-found"
	RewardUsed         Code = "reward-used"
	PointsShort        Code = "points-short"

	BasketNotFound Code = "basket-not-found"
	BasketEmpty    Code = "basket-empty"
	BasketChanged  Code = "basket-changed"
	BasketClosed   Code = "basket-closed"
	LineNotFound   Code = "line-not-found"
	PriceChanged   Code = "price-changed"
	VersionMissing Code = "version-missing"

	TimeslotFull        Code = "timeslot-full"
	TimeslotUnavailable Code = "timeslot-unavailable"
	TimeslotMissing     Code = "timeslot-missing"
	TimeslotTooSoon     Code = "timeslot-too-soon"
	TimeslotPassed      Code = "timeslot-passed"
	ClosedMeanwhile     Code = "closed-meanwhile"
	HoldEnded           Code = "hold-ended"
	TooManyHolds        Code = "too-many-holds"
	LocationClosed      Code = "location-closed"

	IdempotencyKeyMissing Code = "idempotency-key-missing"
	IdempotencyKeyReused  Code = "idempotency-key-reused"
	InFlight              Code = "in-flight"
	PaymentDeclined       Code = "payment-declined"
	PaymentAuthentication Code = "payment-authentication"
	PaymentUnavailable    Code = "payment-unavailable"
	PaymentMismatch       Code = "payment-mismatch"
	PaymentExpired        Code = "payment-expired"
	PaymentNotNeeded      Code = "payment-not-needed"
	PaymentNeeded         Code = "payment-needed"
	TooManyAttempts       Code = "too-many-attempts"

	OrderNotFound   Code = "order-not-found"
	OrderTooLate    Code = "order-too-late-to-cancel"
	OrderTransition Code = "order-transition"
	NotCurbside     Code = "not-curbside"
	ArrivalEarly    Code = "arrival-early"
	ArrivalTooSoon  Code = "arrival-too-soon"
	ArrivalLate     Code = "arrival-late"
	VehicleFixed    Code = "vehicle-fixed"

	EmailRequired     Code = "email-required"
	EmailInvalid      Code = "email-invalid"
	PhoneRequired     Code = "phone-required"
	PhoneInvalid      Code = "phone-invalid"
	FirstNameRequired Code = "first-name-required"
	LastNameRequired  Code = "last-name-required"
	BirthdaySet       Code = "birthday-set"
	ReferralUnknown   Code = "referral-unknown"
	MakeRequired      Code = "make-required"
	ModelRequired     Code = "model-required"
	ColourRequired    Code = "colour-required"
	FieldRequired     Code = "field-required"
	FieldTooLong      Code = "field-too-long"
	WebAddress        Code = "web-address"
	StateInvalid      Code = "state-invalid"
	PostalCodeInvalid Code = "postal-code-invalid"

	EmailsDiffer       Code = "emails-differ"
	EmailSame          Code = "email-same"
	EmailFormat        Code = "email-format" // of the sign-up form, which words it differently (specification §5)
	PasswordRequired   Code = "password-required"
	PasswordShort      Code = "password-short"
	PasswordLong       Code = "password-long"
	PasswordCharacters Code = "password-characters"
	PasswordCommon     Code = "password-common"
	PasswordPersonal   Code = "password-personal"
	PasswordsDiffer    Code = "passwords-differ"
	CredentialsWrong   Code = "credentials-wrong"
	OriginRefused      Code = "origin-refused"
	CodeWrong          Code = "code-wrong"
	CodeExpired        Code = "code-expired"
	LinkExpired        Code = "link-expired"
	SignInsLimited     Code = "sign-ins-limited"
	ProfileChanged     Code = "profile-changed"
	ProfileFull        Code = "profile-full"
	SocialRefused      Code = "social-refused"
	SocialEmailMissing Code = "social-email-missing"
	SocialUnavailable  Code = "social-unavailable"
	SocialTaken        Code = "social-taken"
	LastSignIn         Code = "last-sign-in"
	ConfirmAgain       Code = "confirm-again"
	PasswordWrong      Code = "password-wrong"
	PasskeyRefused     Code = "passkey-refused"
	PasskeysFull       Code = "passkeys-full"

	PictureAddress    Code = "picture-address"
	PictureNotFound   Code = "picture-not-found"
	PictureWidth      Code = "picture-width"
	PictureQuality    Code = "picture-quality"
	PictureUnreadable Code = "picture-unreadable"
	PictureTooLarge   Code = "picture-too-large"

	UploadTooLarge Code = "upload-too-large"
	UploadKind     Code = "upload-kind"
	UploadPixels   Code = "upload-pixels"
	UploadDamaged  Code = "upload-damaged"
	UploadPDF      Code = "upload-pdf"
	UploadUnknown  Code = "upload-unknown"

	FormTokenExpired      Code = "form-token-expired"
	FormTooFast           Code = "form-too-fast"
	FormsLimited          Code = "forms-limited"
	LocationRequired      Code = "location-required"
	LocationNotReviewable Code = "location-not-reviewable"
	RatingRequired        Code = "rating-required"
	ContestClosed         Code = "contest-closed"
	ContestEntered        Code = "contest-entered"
	ContestAge            Code = "contest-age"
	ContestRegion         Code = "contest-region"
)

type definition struct {
	status  int
	message string
}

var catalogue = map[Code]definition{
	Internal:         {500, "Oooops! Something went wrong! Failed to fetch data from server!"},
	NotFound:         {404, "There is nothing at this address"},
	MethodNotAllowed: {405, "This address does not answer that method"},
	Malformed:        {400, "The request is not valid JSON"},
	Invalid:          {422, "Some values are not valid"},
	MediaType:        {415, "The request must be sent as application/json"},
	TooLarge:         {413, "The request is too large"},
	Timeout:          {408, "The request took too long. Try again"},
	StoreUnavailable: {503, "Our system is busy. Nothing was lost: try again in a moment"},
	UnknownBrand:     {400, "This brand is not known here"},
	WrongCountry:     {400, "This restaurant is in a different country from this page"},
	BadSignature:     {401, "The signature is missing, stale or wrong"},
	TooManyRequests:  {429, "Too many requests came from your connection. Try again in [minutes] min"},
	RequestRefused:   {400, "Our firewall refused this request. Change what you entered and try again"},
	FrontMissing:     {400, "This address answers through our site only. Try again in a moment"},
	TokenInvalid:     {401, "We could not check who you are. Sign in again"},
	TokenExpired:     {401, "You were signed out after a while. Sign in again"},
	SignInNeeded:     {401, "Sign in to do this"},
	SessionEnded:     {401, "You are signed out here. Sign in again"},
	FilterInvalid:    {422, "The filter does not understand [part]. It takes [allowed]"},
	QueryInvalid:     {400, "The query cannot be answered: [reason]"},

	LocationNotFound:   {404, "Restaurant not found!"},
	PlaceNotFound:      {404, "We could not find [place]. Try a city, a ZIP or a postal code"},
	NoOnlineOrders:     {409, "This location currently does not offer online ordering."},
	HandoffNotOffered:  {409, "This restaurant does not offer that way to get your order. Choose another way"},
	CategoryNotOffered: {409, "This restaurant does not take that kind of order"},

	ItemNotFound:       {404, "Item not found"},
	ItemSoldOut:        {409, "[item] is sold out"},
	ItemNotServedNow:   {409, "[item] is not served at that time"},
	ItemNotHandedOver:  {409, "[item] is not offered that way"},
	ModifierNotFound:   {422, "That choice is not on the menu"},
	ModifierSoldOut:    {409, "[modifier] is sold out"},
	ChooseAtLeast:      {422, "Choose [min] of [group]"},
	ChooseAtMost:       {422, "Choose at most [max] of [group]"},
	ModifierQuantity:   {422, "[modifier]: choose from [min] to [max]"},
	QuantityTooLow:     {422, "Item quantity too low: at least [min]"},
	QuantityTooHigh:    {422, "Item quantity too high: at most [max]"},
	QuantityIncrement:  {422, "[item] is sold in multiples of [increment]"},
	ItemMinimum:        {422, "Minimum order quantity for [item] is [min]"},
	BasketTooFewItems:  {422, "Item quantity too low: the cart needs at least [min]"},
	BasketTooManyItems: {422, "Item quantity too high: the cart holds at most [max]"},
	BasketFull:         {422, "The cart is full. Shorten a note, take something out, or make it two orders"},
	AmountTooLow:       {422, "Order amount too low: add [missing] to reach [minimum]"},
	InstructionsLong:   {422, "Could not add special instructions. At most [max] characters"},
	TipInvalid:         {422, "Could not add tip. Choose from 0 to [max]"},
	CurrencyMixed:      {409, "One order cannot mix US and Canadian dollars"},
	CouponConditions:   {422, "Coupon conditions are not met"},
	CouponsFull:        {409, "A cart holds [max] coupons. Remove one first"},
	CouponsLimited:     {429, "Too many codes were tried. Try again in [minutes] min"},
	RewardNotFound:     {404, "This reward is not offered"},
	RewardUsed:         {409, "This reward is already in another order of the customer"},
	PointsShort:        {409, "[missing] points are missing for this reward"},

	BasketNotFound: {404, "This cart no longer exists. Start a new one"},
	BasketEmpty:    {422, "The cart is empty"},
	BasketChanged:  {409, "The cart was changed elsewhere. Here is how it stands now"},
	BasketClosed:   {409, "This cart has already been ordered"},
	LineNotFound:   {404, "That line is no longer in the cart"},
	PriceChanged:   {409, "Something changed since you added it. Check it before you pay"},
	VersionMissing: {428, "If-Match must carry the version that was changed"},

	TimeslotFull:        {409, "That time has just filled up. Choose another"},
	TimeslotUnavailable: {409, "That time is not offered. Choose another"},
	TimeslotMissing:     {422, "Choose a time"},
	TimeslotTooSoon:     {409, "What is in the cart takes longer than that. Choose a later time"},
	TimeslotPassed:      {409, "It is too late for that time. Nothing was charged: choose another time"},
	ClosedMeanwhile:     {409, "The restaurant has changed its hours and is closed at your time. Choose another time"},
	TooManyHolds:        {429, "Too many times are being held from your connection. One frees up within [minutes] min"},
	HoldEnded:           {409, "Your time is no longer held. Choose a time again"},
	LocationClosed:      {409, "This restaurant takes no orders for that time. Choose another time"},

	IdempotencyKeyMissing: {400, "Idempotency-Key must carry a key of 16 to 64 characters"},
	IdempotencyKeyReused:  {422, "This Idempotency-Key belongs to another request"},
	InFlight:              {409, "This request is still being worked on. Ask again in a moment"},
	PaymentDeclined:       {402, "The card was declined. Nothing was charged: try another card"},
	PaymentAuthentication: {402, "Your bank did not confirm the payment. Nothing was charged: try again"},
	PaymentUnavailable:    {503, "The payment service is not answering. Your card will not be charged twice: try again"},
	PaymentMismatch:       {409, "The payment does not match the order. Nothing was charged: try again"},
	PaymentExpired:        {409, "The payment was not finished in time. Nothing was charged: try again"},
	PaymentNotNeeded:      {409, "This order is free: no card is needed"},
	PaymentNeeded:         {409, "This order must be paid for"},
	TooManyAttempts:       {429, "That is too many attempts to order in a short time. Nothing was charged: try again in [minutes] min"},

	OrderNotFound:   {404, "We could not find that order"},
	OrderTooLate:    {409, "It is too late to cancel this order. Call the restaurant"},
	OrderTransition: {409, "An order that is [from] cannot become [to]"},
	NotCurbside:     {409, "This order is not brought out to a car"},
	ArrivalEarly:    {409, "The kitchen has not taken the order yet. Try again in a moment"},
	ArrivalTooSoon:  {409, "You are early: you can say that you are here starting [minutes] minutes before the promised time"},
	ArrivalLate:     {409, "This order is no longer waiting for you. Call the restaurant"},
	VehicleFixed:    {409, "The car was changed too many times. Call the restaurant"},

	EmailRequired:     {422, "Email is required"},
	EmailInvalid:      {422, "Invalid email address"},
	PhoneRequired:     {422, "Phone number is required"},
	PhoneInvalid:      {422, "Not a valid phone number"},
	FirstNameRequired: {422, "First name is required"},
	LastNameRequired:  {422, "Last name is required"},
	ReferralUnknown:   {422, "We don’t know this code. Check the spelling, or leave the field empty"},
	BirthdaySet:       {422, "A birthday is set once. Write to us if it is wrong"},
	MakeRequired:      {422, "Make is required"},
	ModelRequired:     {422, "Model is required"},
	ColourRequired:    {422, "Color is required"},
	FieldRequired:     {422, "This field is required."},
	FieldTooLong:      {422, "At most [max] characters"},
	WebAddress:        {422, "Web addresses do not fit in here. If you did not type one, put a space after the period"},
	StateInvalid:      {422, "Not a valid state or province"},
	PostalCodeInvalid: {422, "Not a valid ZIP or postal code"},

	EmailsDiffer:       {422, "Emails must match"},
	EmailSame:          {422, "This is your email already"},
	EmailFormat:        {422, "Email format is incorrect"},
	PasswordRequired:   {422, "Password is required"},
	PasswordShort:      {422, "Password must contain at least 8 characters."},
	PasswordLong:       {422, "Password may contain at most 128 characters."},
	PasswordCharacters: {422, "Password must contain at least one lowercase letter, one uppercase letter, and one number."},
	PasswordCommon:     {422, "This password is on lists of common passwords. Choose another one"},
	PasswordPersonal:   {422, "Password must not contain your own details, such as your name or street, or the name of the restaurant"},
	PasswordsDiffer:    {422, "Passwords must match."},
	CredentialsWrong:   {401, "Wrong email or password"},
	OriginRefused:      {400, "This can only be done on our own pages"},
	CodeWrong:          {422, "This code is not correct. [left] more tries"},
	CodeExpired:        {410, "This code can no longer be used. Ask for a new one"},
	LinkExpired:        {410, "This link can no longer be used. Ask for a new one"},
	SignInsLimited:     {429, "Too many attempts. Try again in [minutes] min"},
	ProfileChanged:     {409, "Your profile was changed elsewhere. This is the saved version"},
	ProfileFull:        {409, "There is room for [max]. Remove one first"},
	SocialRefused:      {401, "This sign-in could not be checked. Start it again"},
	SocialEmailMissing: {422, "[provider] did not give us your email address. Sign up with your email instead"},
	SocialUnavailable:  {503, "[provider] does not answer. Try again in a moment, or sign in with your email"},
	SocialTaken:        {409, "This [provider] account already opens another account here. Unlink it there, or choose another one"},
	LastSignIn:         {409, "[provider] is your only way in. Set a password or add a passkey first, then unlink it"},
	ConfirmAgain:       {428, "Confirm that it is you"},
	PasswordWrong:      {422, "Wrong password"},
	PasskeyRefused:     {422, "This passkey did not work here. Try another way"},
	PasskeysFull:       {409, "You have [max] passkeys. Remove one first"},

	PictureAddress:    {400, "Name the picture by its path on this site, such as /pictures/hero.jpg"},
	PictureNotFound:   {404, "There is no such picture"},
	PictureWidth:      {400, "The width must be one of [widths]"},
	PictureQuality:    {400, "The quality must be a whole number from 1 to 100"},
	PictureUnreadable: {400, "This file is damaged, animated, or not a picture. Use a JPEG, PNG or WebP"},
	PictureTooLarge:   {400, "This picture is too large. Use a smaller one"},

	UploadTooLarge: {413, "The file may have at most [max] MB. Choose a smaller one"},
	UploadKind:     {422, "Choose a JPEG or PNG picture"},
	UploadPixels:   {422, "The picture may have at most [max] megapixels. Choose a smaller one"},
	UploadDamaged:  {422, "This picture is damaged. Choose another"},
	UploadPDF:      {422, "Choose a PDF file"},
	UploadUnknown:  {422, "This file is no longer here. Choose it again"},

	FormTokenExpired:      {410, "This form was open for too long. Send it again"},
	FormTooFast:           {429, "That was fast. Try again in [seconds] seconds"},
	FormsLimited:          {429, "Too many forms were sent. Try again in [minutes] min"},
	LocationRequired:      {422, "Restaurant is required."},
	LocationNotReviewable: {409, "Selected restaurant can not be reviewed!"},
	RatingRequired:        {422, "Choose from 1 to 5"},
	ContestClosed:         {409, "The contest is not open"},
	ContestEntered:        {409, "You have entered this contest already. One entry per person counts"},
	ContestAge:            {422, "You must be at least [age] years old to enter"},
	ContestRegion:         {422, "The contest is not open where you live"},
}

// fill replaces the bracketed names of a message by the params, in one pass: a value may contain brackets.
func fill(message string, params map[string]any) string {
	places := make([]string, 0, 2*len(params))
	for name, value := range params {
		places = append(places, "["+name+"]", fmt.Sprint(value))
	}
	return strings.NewReplacer(places...).Replace(message)
}
