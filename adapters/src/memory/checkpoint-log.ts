import type { CheckpointLog, LoggedCheckpoint, WitnessReport } from '@forgefold/core/ports'

/**
 * The log of checkpoints in memory.
 *
 * @example
 * assert.equal(await makeMemoryCheckpointLog().newest(), undefined)
 */
export const makeMemoryCheckpointLog = (): CheckpointLog => {
  const kept: Array<LoggedCheckpoint> = []
  const reports = new Map<string, WitnessReport>()
  return {
    newest: () => kept.at(-1),
    after: (number, limit) => kept.slice(number, number + limit),
    append: (size, note) => {
      const checkpoint = { number: kept.length + 1, size, note }
      kept.push(checkpoint)
      return checkpoint
    },
    cosign: (number, lines) => {
      const known = kept[number - 1]
      if (known === undefined) return
      kept[number - 1] = lines.reduce(
        (note, line) => (note.note.includes(`${line}\n`) ? note : { ...note, note: `${note.note}${line}\n` }),
        known,
      )
    },
    report: (report) => {
      reports.set(report.url, report)
    },
    reports: () => [...reports.values()].sort((one, other) => (one.url < other.url ? -1 : 1)),
    close: () => undefined,
  }
}
