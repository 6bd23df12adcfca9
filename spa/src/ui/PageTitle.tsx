import { useTranslation } from 'react-i18next'

/** The document's title; React lifts it into the head. */
export function PageTitle({ title }: { title: string }) {
  const { t } = useTranslation()
  return <title>{t('app.title', { page: title })}</title>
}
