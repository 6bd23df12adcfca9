import type { Module } from '@reduxjs/toolkit/query'
import { useDispatch } from 'react-redux'

type UseQuery = (arg: unknown, options?: { skip?: boolean }) => unknown

interface Endpoint {
  initiate: (arg: unknown) => never
  useQuery: UseQuery
}

/**
 * On the server there are no effects, in which a hook would send its query. There it sends it while it renders, and the page is rendered
 * again with the answer (server.tsx). It subscribes: what nothing subscribes to waits in a timer to be forgotten, which the process would wait for.
 */
export const serverHooks: Module<never> = {
  name: 'serverHooks' as never,
  init: (api) => ({
    injectEndpoint(name, { type }) {
      if (type !== 'query') return
      const endpoint = api.endpoints[name] as unknown as Endpoint
      const { initiate, useQuery } = endpoint
      endpoint.useQuery = (arg, options) => {
        const dispatch = useDispatch()
        if (!options?.skip) dispatch(initiate(arg))
        return useQuery(arg, options)
      }
      const hook = `use${name[0]!.toUpperCase()}${name.slice(1)}Query`
      Object.assign(api, { [hook]: endpoint.useQuery })
    },
  }),
}
