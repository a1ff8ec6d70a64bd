import type { ServedEndpoint } from '../http/index.js'

const MAX_NAMED = 5

/** Neither the names of parameters nor numbers in their place matter. */
const shapeOf = (path: string): string => path.replace(/[:*]\w+|(?<=\/)\d+(?=\/|$)/g, ':')

/** How many characters two texts share at their beginning and, in the rest, at their end. */
export const inCommon = (one: string, other: string): number => {
  const most = Math.min(one.length, other.length)
  let before = 0
  while (before < most && one[before] === other[before]) before++
  let after = 0
  while (after < most - before && one.at(-1 - after) === other.at(-1 - after)) after++
  return before + after
}

/** The endpoints that were probably meant, the likeliest first: by path, then by method. */
export const nearestTo = (
  { method, path }: ServedEndpoint,
  endpoints: ReadonlyArray<ServedEndpoint>,
): ReadonlyArray<ServedEndpoint> => {
  const shape = shapeOf(path)
  const each = new Map(endpoints.map((one) => [`${one.method} ${shapeOf(one.path)}`, one]))
  const ranked = [...each.values()].map((endpoint) => {
    const other = shapeOf(endpoint.path)
    const difference = Math.max(shape.length, other.length) - inCommon(shape, other)
    return { endpoint, difference, isSameMethod: endpoint.method === method }
  })
  ranked.sort((a, b) => a.difference - b.difference || Number(b.isSameMethod) - Number(a.isSameMethod))
  return ranked.slice(0, MAX_NAMED).map(({ endpoint }) => endpoint)
}
