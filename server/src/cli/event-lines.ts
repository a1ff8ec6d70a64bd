import type { StoredEvent } from '@forgefold/core/kernel'

/** An event for people, with a heading; `on` names who caused the work of a reactor. */
export const humanText = (event: StoredEvent, heading: string, on?: string): string => {
  const { at, actor } = event.metadata
  const who = on === undefined || on === actor ? actor : `${actor} on ${on}`
  return `${heading}  ${at}  ${event.type}  by ${who}\n    ${JSON.stringify(event.data)}`
}

/** An event for programs, as one line. */
export const jsonText = ({ id, stream, revision, position, type, version, data, metadata }: StoredEvent): string =>
  JSON.stringify({ id, stream, revision, position, type, version, data, metadata })
