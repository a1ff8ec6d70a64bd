import { join } from 'node:path'
import { type RunningReadModel, removeReadModel } from '@forgefold/adapters/read-model'
import { type EventStore, lastEvent } from '@forgefold/core/ports'
import { DEFAULT_RELEASE } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import { compose } from '../composition/container.js'
import { lockDataFolders } from '../composition/data-folder-lock.js'
import { makeDataFolders } from '../composition/data-folders.js'
import { probeEventStore } from '../composition/event-store.js'
import { TOKENS } from '../composition/injection-tokens.js'
import type { Command, Terminal } from './command.js'
import { UsageError } from './flags.js'
import { refuseMissingLog } from './history-reader.js'
import { LOCAL_FLAG, LOCATION_FLAGS, placeOf } from './instance-flags.js'
import { progressBar, progressMeter } from './progress-meter.js'

const headOf = async (events: EventStore): Promise<number> => {
  const last = await lastEvent(events)
  if (E.isLeft(last)) throw new UsageError(`the event store does not answer: ${last.left.reason}`)
  return last.right?.position ?? 0
}

const report = (readModel: RunningReadModel, whole: number, seconds: number, terminal: Terminal): number => {
  terminal.progress(progressBar(whole, whole))
  const failures = readModel.projector.failures()
  terminal.say(`The read model is made anew: up to position ${whole} in ${seconds.toFixed(1)} s.`)
  if (failures > 0)
    terminal.tell(`${failures} events could not be applied; the table failed_events says which and why.`)
  return failures === 0 ? 0 : 1
}

/** Deletes the read model and rebuilds it from the whole history; the server must not be running. */
export const rebuild: Command = {
  name: 'rebuild',
  usage: '',
  summary: 'rebuild the read model from the events (stop the server first)',
  flags: [...LOCATION_FLAGS, LOCAL_FLAG],
  run: async (flags, terminal) => {
    const place = placeOf(flags)
    if (place.data === undefined) throw new UsageError('an instance in memory has nothing to rebuild')
    refuseMissingLog(place)
    const probe = await probeEventStore(place)
    const reach = await probe?.ask()
    await probe?.close()
    if (reach !== undefined && reach.kind !== 'Reached') {
      terminal.tell(`forgefold: ${reach.why}; the read model stays as it is`)
      return 1
    }
    makeDataFolders(place)
    const held = lockDataFolders(place)
    removeReadModel(join(place.local ?? place.data, 'read-model.sqlite'))
    const show = progressMeter(terminal, progressBar)
    let whole = 0
    const began = performance.now()
    const scope = await compose({
      ...place,
      instance: { externalUrl: 'http://localhost', tier: 'ultimate', release: DEFAULT_RELEASE },
      onProgress: (position) => show(position, whole),
    })
    const events = scope.resolve(TOKENS.events)
    whole = await headOf(events)
    const readModel = scope.resolve(TOKENS.readModel)
    try {
      await readModel.projector.start()
      return report(readModel, whole, (performance.now() - began) / 1000, terminal)
    } finally {
      await readModel.close()
      await events.close()
      await scope.resolve(TOKENS.git).close()
      held.close()
    }
  },
}
