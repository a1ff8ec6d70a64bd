import type { ReferenceLink } from '@forgefold/core/ports'
import { serveThread } from '../workers/index.js'
import type { ImageSources } from './image-addresses.js'
import { type Form, makeRenderings } from './rendering.js'

/** A text to be rendered: for the names in it, or for its HTML with the links of those that are known. */
export interface RenderingAsked {
  readonly markdown: string
  readonly form: Form
  readonly sources: ImageSources
  readonly step: 'names' | 'html'
  readonly links?: ReadonlyArray<readonly [string, ReferenceLink]> | undefined
}

export interface RenderingDone {
  readonly html: string
  readonly names: ReadonlyArray<string>
}

/** At most this many different names of one text can be links. */
const MAX_NAMES = 1000

const renderings = makeRenderings()

serveThread(({ markdown, form, sources, step, links }: RenderingAsked): RenderingDone => {
  const render = renderings(sources)
  if (step === 'html') {
    const known = links === undefined ? undefined : new Map(links)
    return { html: render(markdown, form, known && ((name) => known.get(name))), names: [] }
  }
  const names = new Set<string>()
  render(markdown, form, (name) => {
    if (names.size < MAX_NAMES) names.add(name)
    return undefined
  })
  return { html: '', names: [...names] }
})
