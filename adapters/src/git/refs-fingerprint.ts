import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Milliseconds: clocks of file systems tick in steps, so two moves within one could leave the same time behind. What moved lately is not
 * trusted to stand still, as git does not trust the times in its index.
 */
const SETTLED = 1000

/** The most ref folders that are compared; beyond that git is as fast. */
const MAX_FOLDERS = 200

interface Seen {
  readonly marks: Array<string>
  newest: number
}

const look = async (path: string, seen: Seen): Promise<boolean> => {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  if (found === undefined) {
    seen.marks.push(`${path} -`)
    return false
  }
  seen.marks.push(`${path} ${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`)
  seen.newest = Math.max(seen.newest, Number(found.mtimeNs / 1_000_000n))
  return true
}

const lookInto = async (folder: string, seen: Seen): Promise<void> => {
  if (seen.marks.length > MAX_FOLDERS || !(await look(folder, seen))) return
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => []))
    if (entry.isDirectory()) await lookInto(join(folder, entry.name), seen)
}

/**
 * What changes whenever a branch or tag is made, moved or deleted, by whomever: every such write renames a file into its folder, or replaces
 * the file of packed refs. Undefined where something moved so lately that the next move could go unseen, or where there are too many folders.
 */
export const refsFingerprint = async (
  directory: string,
  namespaces: ReadonlyArray<string>,
): Promise<string | undefined> => {
  const now = Date.now()
  const seen: Seen = { marks: [], newest: 0 }
  await look(join(directory, 'packed-refs'), seen)
  for (const namespace of namespaces) await lookInto(join(directory, namespace), seen)
  return seen.marks.length > MAX_FOLDERS || seen.newest > now - SETTLED ? undefined : seen.marks.join('\n')
}
