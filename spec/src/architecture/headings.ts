import type { Workspace } from './workspace.js'

/** The anchor of a heading as forges make it: lower case, words joined by dashes. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) => anchorOf(heading ?? '')))

const exists = (workspace: Workspace, target: string): boolean => {
  if (workspace.files.has(target)) return true
  const folder = `${target.replace(/\/$/, '')}/`
  return [...workspace.files.keys()].some((path) => path.startsWith(folder))
}

/** Why a path from the root, with an anchor or without, leads nowhere; undefined where it leads somewhere. */
export const deadEnd = (workspace: Workspace, target: string, anchor: string | undefined): string | undefined => {
  if (!exists(workspace, target)) return 'leads nowhere'
  if (anchor === undefined) return undefined
  return anchorsOf(workspace.files.get(target) ?? '').has(anchor) ? undefined : 'no such heading'
}
