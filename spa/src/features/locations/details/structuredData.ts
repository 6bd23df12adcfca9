import type { OpeningHoursSpecification, Restaurant, WithContext } from 'schema-dts'
import type { LocationDetails, WorkingHours } from '../../../api/generated'
import { brand } from '../../../brand/brand'
import type { OgImage } from '../../../ui/page/ogImage'
import { canonical } from '../../../ui/page/structuredData'

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** schema.org expresses a full day as 00:00 to 23:59. A closing time before the opening time is after midnight, as in our data. */
function span({ day, opened, closed }: WorkingHours): OpeningHoursSpecification {
  const always = opened === closed
  return {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: weekdays[day],
    opens: always ? '00:00' : opened,
    closes: always ? '23:59' : closed,
  }
}

/** Returns schema.org/Restaurant with the properties of specification §2. */
export function locationData(
  location: LocationDetails,
  path: string,
  menuPath: string,
  card: OgImage,
): WithContext<Restaurant> {
  const { address } = location
  return {
    '@context': 'https://schema.org',
    '@type': 'Restaurant',
    name: `${brand.name} ${location.label}`,
    url: canonical(path),
    // Absolute URLs are allowed here, although our pages cannot show such an image.
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
