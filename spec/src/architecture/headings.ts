import type { House } from './house.js'

/** The anchor of a heading as forges make it: lower case, words joined by dashes. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) => anchorOf(heading ?? '')))

const exists = (house: House, target: string): boolean => {
  if (house.files.has(target)) return true
  const folder = `${target.replace(/\/$/, '')}/`
  return [...house.files.keys()].some((path) => path.startsWith(folder))
}

/** Why a path from the root, with an anchor or without, leads nowhere; undefined where it leads somewhere. */
export const deadEnd = (house: House, target: string, anchor: string | undefined): string | undefined => {
  if (!exists(house, target)) return 'leads nowhere'
  if (anchor === undefined) return undefined
  return anchorsOf(house.files.get(target) ?? '').has(anchor) ? undefined : 'no such heading'
}
