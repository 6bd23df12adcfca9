import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasObjection, storeObjection } from '../../market/privacy'
import { Button } from '../../ui/form/Button'
import { useHydrated } from '../../ui/loading/useHydrated'
import { Icon } from '../../ui/media/Icon'
import styles from './ObjectButton.module.css'

/** Has this browser object to sale and sharing at once: without an account, a form or the network. Shows whether it does. */
export function ObjectButton() {
  const { t } = useTranslation()
  const hydrated = useHydrated()
  const [pressed, setPressed] = useState(false)
  const state = useRef<HTMLParagraphElement>(null)
  const isOn = pressed || (hydrated && hasObjection())

  function press() {
    storeObjection()
    setPressed(true)
    state.current?.focus() // the button goes
  }

  return (
    <section
      className={isOn ? `${styles.card} ${styles.on}` : styles.card}
      aria-labelledby="no-sale"
      data-ground="dark"
    >
      <h3 id="no-sale">{t(isOn ? 'forms.no-sale-on-heading' : 'forms.no-sale-heading')}</h3>
      <p ref={state} className={styles.state} tabIndex={-1}>
        {isOn && <Icon name="check" size={28} />}
        {t(isOn ? 'forms.no-sale-on' : 'forms.no-sale-off')}
      </p>
      {isOn ? (
        <p>
          {t(navigator.globalPrivacyControl === true ? 'forms.no-sale-by-signal' : 'forms.no-sale-by-button')}
        </p>
      ) : (
        <>
          <p>{t('forms.no-sale-line')}</p>
          <Button tone="yellow" onClick={press}>
            {t('forms.no-sale-button')}
          </Button>
        </>
      )}
    </section>
  )
}
