import { useListBossLocationsQuery } from '../../api/generated'

/** Returns the status of the chosen location; undefined without a choice. */
export function useLocationStatus(id: string) {
  const { currentData } = useListBossLocationsQuery({ filter: `id[eq]${id}` }, { skip: !id })
  return currentData?.locations[0]?.status
}
