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
    // An Energy is one number: of a dish that has more or fewer as it is chosen there is none to tell.
    ...(calories &&
      calories.min === calories.max && {
        nutrition: { '@type': 'NutritionInformation', calories: `${calories.min} cal` },
      }),
    ...(suitable.length > 0 && { suitableForDiet: suitable }),
  }
}
