import { useTranslation } from 'react-i18next'
import { longest } from './details'

/** Words the broken rule of a field; its message is a key of the words. */
export function useRule(): (field: string, key: string | undefined) => string | undefined {
  const { t } = useTranslation()
  return (field, key) => key && t(key as 'problem.field-too-long', { max: longest[field] ?? '' })
}
