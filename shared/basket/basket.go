// Package basket is the cart: what a guest has put together at one restaurant, its rules and its price.
package basket
