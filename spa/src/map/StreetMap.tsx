import {
  AttributionControl,
  LngLatBounds,
  Marker,
  NavigationControl,
  Map as Streets,
  setWorkerUrl,
} from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { Tiles } from '../brand/brand'
import { MapPin } from './MapPin'
import type { MapProps } from './pins'
import { SearchHere } from './SearchHere'
import styles from './StreetMap.module.css'

setWorkerUrl(workerUrl)

/** Street map for brands with a tile source; other brands never load this chunk. */
export default function StreetMap({
  label,
  pins,
  from,
  active,
  onActive,
  onPick,
  onSearch,
  tiles,
}: MapProps & { tiles: Tiles }) {
  const { t } = useTranslation()
  const frame = useRef<HTMLElement>(null)
  const [map, setMap] = useState<Streets>()

  useEffect(() => {
    if (!frame.current) return
    const created = new Streets({
      container: frame.current,
      style: tiles.style,
      attributionControl: false,
      cooperativeGestures: true,
      locale: {
        'Map.Title': t('map.title'),
        'NavigationControl.ZoomIn': t('map.nearer'),
        'NavigationControl.ZoomOut': t('map.farther'),
        'CooperativeGesturesHandler.WindowsHelpText': t('map.wheel'),
        'CooperativeGesturesHandler.MacHelpText': t('map.wheel-mac'),
        'CooperativeGesturesHandler.MobileHelpText': t('map.move-touch'),
      },
    })
    created.addControl(new AttributionControl({ customAttribution: tiles.attribution, compact: false }))
    created.addControl(new NavigationControl({ showCompass: false }), 'bottom-right')
    setMap(created)
    return () => created.remove()
  }, [tiles, t])

  useEffect(() => {
    if (!map) return
    const bounds = new LngLatBounds()
    for (const { longitude, latitude } of [...pins.map((pin) => pin.point), ...(from ? [from] : [])])
      bounds.extend([longitude, latitude])
    if (!bounds.isEmpty()) map.fitBounds(bounds, { padding: 64, maxZoom: 14, animate: false })
  }, [map, pins, from])

  const pinElements = useMemo(
    () => pins.map((pin) => ({ pin, element: document.createElement('div') })),
    [pins],
  )
  useEffect(() => {
    if (!map) return
    const markers = pinElements.map(({ pin, element }) =>
      new Marker({ element, anchor: 'bottom' })
        .setLngLat([pin.point.longitude, pin.point.latitude])
        .addTo(map),
    )
    return () => {
      for (const marker of markers) marker.remove()
    }
  }, [map, pinElements])

  // Only moves by the guest have an original event; fitting to the results has none.
  const [moved, setMoved] = useState(false)
  useEffect(() => {
    if (!map || !onSearch) return
    const subscription = map.on('moveend', ({ originalEvent }) => originalEvent && setMoved(true))
    return () => subscription.unsubscribe()
  }, [map, onSearch])

  return (
    <section ref={frame} className={styles.map} aria-label={label}>
      {onSearch && map && moved && (
        <SearchHere
          onSearch={() => {
            const { lat, lng } = map.getCenter()
            setMoved(false)
            onSearch({ latitude: lat, longitude: lng })
          }}
        />
      )}
      {pinElements.map(({ pin, element }) =>
        createPortal(
          <MapPin pin={pin} active={active} onActive={onActive} onPick={onPick} />,
          element,
          pin.id,
        ),
      )}
    </section>
  )
}
