import { useTranslation } from 'react-i18next'
import { nameInSentence } from './nameInSentence'

interface Modifier {
  label: string
  /** 0 for a removed default. */
  quantity: number
}

/** Returns a function that describes differences from the default item: "Brioche bun, No red onion, 2 × Bacon". */
export function useModifierText(): (modifiers: readonly Modifier[]) => string {
  const { t } = useTranslation()
  const describe = ({ label, quantity }: Modifier) => {
    if (quantity === 0) return t('app.left-off', { modifier: nameInSentence(label, t('menu.capitals')) })
    return quantity === 1 ? label : t('app.several', { count: quantity, what: label })
  }
  return (modifiers) => modifiers.map(describe).join(', ')
}
