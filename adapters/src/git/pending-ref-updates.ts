import { randomUUID } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PendingMove } from '@forgefold/core/ports'

/** The folder is made with the first move. */
const noneWhereMissing = (error: unknown): ReadonlyArray<string> => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
  throw error
}

/** A journal of ref updates in progress: one small file each, removed when the update is done. */
export class PendingRefUpdates {
  private ready: Promise<unknown> | undefined

  constructor(private readonly folder: string) {}

  private prepare(): Promise<unknown> {
    this.ready ??= mkdir(this.folder, { recursive: true })
    return this.ready
  }

  async begin(move: Omit<PendingMove, 'id'>): Promise<string> {
    await this.prepare()
    const id = `${String(move.begunAt).padStart(15, '0')}-${randomUUID()}`
    const draft = join(this.folder, `.${id}`)
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(JSON.stringify({ id, ...move }))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(this.folder, `${id}.json`))
    await this.syncFolder()
    return id
  }

  private async syncFolder(): Promise<void> {
    const folder = await open(this.folder, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }

  finish(id: string): Promise<void> {
    return rm(join(this.folder, `${id}.json`), { force: true })
  }

  has(id: string): Promise<boolean> {
    return access(join(this.folder, `${id}.json`)).then(
      () => true,
      () => false,
    )
  }

  async all(): Promise<ReadonlyArray<PendingMove>> {
    const moves: Array<PendingMove> = []
    for (const name of [...(await readdir(this.folder).catch(noneWhereMissing))].sort()) {
      if (!name.endsWith('.json')) continue
      const text = await readFile(join(this.folder, name), 'utf8').catch(() => undefined)
      if (text !== undefined) moves.push(JSON.parse(text) as PendingMove)
    }
    return moves
  }
}
