import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { Market } from '../../market/market'
import { siblings } from '../../market/market'
import { samePage } from '../../market/paths'
import { chooseSite } from '../../market/storedChoices'
import { useMarket } from '../../market/useMarket'
import { Button } from '../../ui/form/Button'
import { Modal } from '../../ui/overlay/Modal'
import { useIdle } from './useIdle'

/** On the first visit, asks for one of the country's languages; closing it keeps the current one. It waits until the guest is idle. */
export function LanguagePicker() {
  const { t } = useTranslation()
  const market = useMarket()
  const { pathname, search } = useLocation()
  const [open, setOpen] = useState(true)
  const idle = useIdle()

  function pick(site: Market) {
    chooseSite(site)
    setOpen(false)
    if (site !== market) location.assign(samePage(pathname, site) + search)
  }

  return (
    <Modal open={open && idle} onClose={() => pick(market)} title={t('welcome.title')}>
      <p>{t('welcome.line')}</p>
      {siblings(market).map((site) => (
        <Button
          key={site.locale}
          wide
          tone={site === market ? 'red' : 'second'}
          lang={site.lang}
          onClick={() => pick(site)}
        >
          {site.language}
        </Button>
      ))}
    </Modal>
  )
}
