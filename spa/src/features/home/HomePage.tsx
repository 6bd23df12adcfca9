import { useTranslation } from 'react-i18next'
import { Hero } from './Hero'
import { LineUp } from './LineUp'
import { Pit } from './Pit'
import { States } from './States'
import { YourCall } from './YourCall'

/** Full-width layers, piled up like what we sell. */
export function HomePage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{t('home.title')}</title>
      <meta name="description" content={t('home.description')} />
      <Hero />
      <LineUp />
      <YourCall />
      <States />
      <Pit />
    </>
  )
}
