import { patterns } from '../../market/paths'
import { ContentPage } from './ContentPage'
import { Nutrition } from './Nutrition'

/** Nutrition page: the table of dishes between two sections of text. */
export function NutritionPage() {
  return (
    <ContentPage slug={patterns.nutrition}>
      <Nutrition />
    </ContentPage>
  )
}
