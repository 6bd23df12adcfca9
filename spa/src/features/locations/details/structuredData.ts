import type { LocationDetails, WorkingHours } from '../../../api/generated'
import { brand } from '../../../brand/brand'
import type { OgImage } from '../../../ui/page/ogImage'
import { canonical } from '../../../ui/page/structuredData'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** schema.org wants 00:00 to 23:59 for a whole day; closing before opening is past midnight there too. */
function span({ day, opened, closed }: WorkingHours) {
  const always = opened === closed
  return {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: weekdays[day],
    opens: always ? '00:00' : opened,
    closes: always ? '23:59' : closed,
  }
}

/** schema.org/Restaurant, with what specification §2 names. */
export function locationData(location: LocationDetails, path: string, menuPath: string, card: OgImage) {
  const { address } = location
  return {
    '@context': 'https://schema.org',
    '@type': 'Restaurant',
    name: `${brand.name} ${location.label}`,
    url: canonical(path),
    // One elsewhere is as good for who reads this, though our pages cannot show it.
    image: /^https?:/.test(location.image?.url ?? '') ? location.image?.url : canonical(card.url),
    priceRange: brand.priceRange,
    servesCuisine: brand.cuisine,
    telephone: location.phone,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.address,
      addressLocality: address.city,
      addressRegion: address.state.code,
      postalCode: address.zip,
      addressCountry: address.country,
    },
    geo: { '@type': 'GeoCoordinates', latitude: address.latitude, longitude: address.longitude },
    openingHoursSpecification:
      location.status === 'open' && !location.byAppointment
        ? location.workingHours.filter((day) => day.active).map(span)
        : undefined,
    hasMenu: location.status === 'open' ? canonical(menuPath) : undefined,
    sameAs: location.socialNetworks.map((network) => network.url),
  }
}
