import type { Menu, MenuItem, WithContext } from 'schema-dts'
import type { BrandMenu, Dish } from '../../api/generated'

const diets: Readonly<Record<string, 'https://schema.org/VegetarianDiet'>> = {
  vegetarian: 'https://schema.org/VegetarianDiet',
}

/** Returns schema.org/Menu of the brand. It has no prices, because those differ by location. */
export function menuData({ label, sections }: BrandMenu, lang: string): WithContext<Menu> {
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

function itemData({ label, description, calories, tags }: Dish): MenuItem {
  const suitable = tags.flatMap((tag) => diets[tag] ?? [])
  return {
    '@type': 'MenuItem',
    name: label,
    description,
    // schema.org Energy is a single number: omit it for dishes with a range of calories.
    ...(calories &&
      calories.min === calories.max && {
        nutrition: { '@type': 'NutritionInformation', calories: `${calories.min} cal` },
      }),
    ...(suitable.length > 0 && { suitableForDiet: suitable }),
  }
}
