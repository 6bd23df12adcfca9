import { patterns } from '../../market/paths'
import { ContentPage } from './ContentPage'
import { Nutrition } from './Nutrition'

/** What is in every dish: a table of the menu, between the words on how to read it. */
export function NutritionPage() {
  return (
    <ContentPage slug={patterns.nutrition}>
      <Nutrition />
    </ContentPage>
  )
}
