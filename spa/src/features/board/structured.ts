import type { BrandMenu, Dish } from '../../api/generated'

const diets: Readonly<Record<string, string>> = { vegetarian: 'https://schema.org/VegetarianDiet' }

/** schema.org/Menu: what the brand serves. Prices belong to a restaurant, so there are none. */
export function menuData({ label, sections }: BrandMenu, lang: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Menu',
    name: label,
    inLanguage: lang,
    hasMenuSection: sections.map(({ label, line, dishes }) => ({
      '@type': 'MenuSection',
      name: label,
      ...(line && { description: line }),
      hasMenuItem: dishes.map(itemData),
    })),
  }
}

function itemData({ label, description, calories, tags }: Dish) {
  const suitable = tags.flatMap((tag) => diets[tag] ?? [])
  return {
    '@type': 'MenuItem',
    name: label,
    description,
    ...(calories && {
      nutrition: {
        '@type': 'NutritionInformation',
        calories:
          calories.min === calories.max ? `${calories.min} cal` : `${calories.min}–${calories.max} cal`,
      },
    }),
    ...(suitable.length > 0 && { suitableForDiet: suitable }),
  }
}
