import type { StoredEvent, StreamName } from '@forgefold/core/kernel'

/** Events that several histories have in common: a layer for each time that one of them was forked, above those before. */
export interface SharedHistory {
  readonly below: SharedHistory | undefined
  /** How many events are below. */
  readonly from: number
  readonly events: ReadonlyArray<StoredEvent>
  /** Each stream that this layer adds to, whole. */
  readonly streams: ReadonlyMap<StreamName, ReadonlyArray<StoredEvent>>
  readonly depth: number
}

/** The most layers: each read passes through all of them. */
const MAX_LAYERS = 16

export const lengthOf = (past: SharedHistory | undefined): number =>
  past === undefined ? 0 : past.from + past.events.length

/** The event at an index counted from 0. */
export const eventIn = (past: SharedHistory | undefined, index: number): StoredEvent | undefined => {
  let layer = past
  while (layer !== undefined && index < layer.from) layer = layer.below
  return layer?.events[index - layer.from]
}

export const streamIn = (
  past: SharedHistory | undefined,
  stream: StreamName,
): ReadonlyArray<StoredEvent> | undefined => {
  for (let layer = past; layer !== undefined; layer = layer.below) {
    const found = layer.streams.get(stream)
    if (found !== undefined) return found
  }
  return undefined
}

const layersOf = (past: SharedHistory): ReadonlyArray<SharedHistory> => {
  const layers: Array<SharedHistory> = []
  for (let layer: SharedHistory | undefined = past; layer !== undefined; layer = layer.below) layers.unshift(layer)
  return layers
}

/** Merges the layers into one. */
const flattened = (past: SharedHistory): SharedHistory => {
  const layers = layersOf(past)
  const events = layers.flatMap((layer) => layer.events)
  const streams = new Map(layers.flatMap((layer) => [...layer.streams]))
  return { below: undefined, from: 0, events, streams, depth: 1 }
}

/** The past with what happened since; neither is to be changed any more. */
export const pastWith = (
  below: SharedHistory | undefined,
  events: SharedHistory['events'],
  streams: SharedHistory['streams'],
): SharedHistory => {
  const layer = { below, from: lengthOf(below), events, streams, depth: (below?.depth ?? 0) + 1 }
  return layer.depth > MAX_LAYERS ? flattened(layer) : layer
}
