import { constants, existsSync } from 'node:fs'
import { copyFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Position } from '@forgefold/core/kernel'
import SqliteDatabase from 'better-sqlite3'
import { makeFolder } from '../../folders/index.js'
import type { RunningReadModel } from './running-read-model.js'

const NAME = /^(\d+)\.sqlite$/

/**
 * The copy whose neighbours lie closest together; never the newest.
 *
 * @example
 * assert.equal(mostRedundantCopy([100, 500, 550, 900]), 550)
 */
export const mostRedundantCopy = (positions: ReadonlyArray<Position>): Position | undefined => {
  let found: Position | undefined
  let narrowest = Number.POSITIVE_INFINITY
  for (let index = 0; index < positions.length - 1; index++) {
    const gap = (positions[index + 1] as number) - (positions[index - 1] ?? 0)
    if (gap < narrowest) {
      narrowest = gap
      found = positions[index]
    }
  }
  return found
}

/** Copies of a read model at positions of the history, one file each; any of them may be removed at any time. */
export class ReadModelCopies {
  readonly #folder: string
  readonly #most: number
  #running: Promise<void> | undefined

  /** `most`: copies kept; 0 keeps none. */
  constructor(folder: string, most: number) {
    this.#folder = folder
    this.#most = most
  }

  /** From the oldest to the newest. */
  async positions(): Promise<ReadonlyArray<Position>> {
    const names = await readdir(this.#folder).catch(() => [])
    return names
      .map((name) => NAME.exec(name)?.[1])
      .filter((digits) => digits !== undefined)
      .map((digits) => Number(digits) as Position)
      .sort((a, b) => a - b)
  }

  /** Copies the read model as it is now and prunes; calls during a copy join it. */
  take(readModel: Pick<RunningReadModel, 'copyTo'>): Promise<void> {
    this.#running ??= this.#take(readModel).finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #take(readModel: Pick<RunningReadModel, 'copyTo'>): Promise<void> {
    if (this.#most === 0) return
    makeFolder(this.#folder, 0o700)
    const draft = join(this.#folder, 'draft')
    await rm(draft, { force: true })
    const position = (await readModel.copyTo(draft)) ? positionIn(draft) : undefined
    if (position === undefined) await rm(draft, { force: true })
    else await rename(draft, this.#file(position))
    await this.prune()
  }

  /** Removes surplus copies so that the rest is spread over the history. */
  async prune(): Promise<void> {
    let kept = await this.positions()
    while (kept.length > this.#most) {
      const redundant = this.#most === 0 ? kept[0] : mostRedundantCopy(kept)
      if (redundant === undefined) return
      await this.#remove(redundant)
      kept = kept.filter((position) => position !== redundant)
    }
  }

  /** Writes the newest copy that is not past the position to `file`; undefined: there is none. */
  async restore(position: Position, file: string): Promise<Position | undefined> {
    const found = (await this.positions()).filter((one) => one <= position).at(-1)
    if (found === undefined) return undefined
    try {
      await copyFile(this.#file(found), file, constants.COPYFILE_FICLONE)
      return found
    } catch {
      // It was pruned meanwhile, or there is no space: then the rows are rebuilt from the events.
      await rm(file, { force: true })
      return undefined
    }
  }

  /** Removes every copy, including one in progress. */
  async clear(): Promise<void> {
    await this.#running?.catch(() => undefined)
    for (const position of await this.positions()) await this.#remove(position)
  }

  /** Removes a copy of another history, or a damaged one. */
  discard(position: Position): Promise<void> {
    return this.#remove(position)
  }

  #file(position: Position): string {
    return join(this.#folder, `${position}.sqlite`)
  }

  async #remove(position: Position): Promise<void> {
    const file = this.#file(position)
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) await rm(file + suffix, { force: true })
  }
}

/** The position of a copy; undefined if nothing had been committed to it. */
const positionIn = (file: string): Position | undefined => {
  const db = new SqliteDatabase(file)
  try {
    db.pragma('journal_mode = DELETE')
    const isBuilt = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'read_model'").get()
    if (isBuilt === undefined) return undefined
    const position = db.prepare<[], number | null>('SELECT position FROM read_model WHERE id = 1').pluck().get()
    return position === null || position === undefined ? undefined : (position as Position)
  } finally {
    db.close()
  }
}
