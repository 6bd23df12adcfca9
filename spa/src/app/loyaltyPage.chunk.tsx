import { ContentPage } from '../features/content/ContentPage'
import { LoyaltyRules } from '../features/content/LoyaltyRules'
import { patterns } from '../market/paths'

/** The rules of the loyalty programme are data: its page shows them within its content. */
export const LoyaltyPage = () => (
  <ContentPage slug={patterns.loyaltyPromo}>
    <LoyaltyRules />
  </ContentPage>
)
