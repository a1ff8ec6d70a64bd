import type { Markdown, ReferenceLink, ReferenceLinks } from '@forgefold/core/ports'
import { DeadlineExceeded, ThreadPool } from '../workers/index.js'
import { TurnBudget } from './event-loop-turn.js'
import { type ImageSources, UNPROXIED_IMAGES } from './image-addresses.js'
import { plainTextHtml } from './plain-text.js'
import { type Form, makeRenderings } from './rendering.js'
import type { RenderingAsked, RenderingDone } from './rendering-thread.js'

/** Texts of up to this many characters are rendered in line: a hop to a thread takes longer. */
const SHORT = 4096
/** Milliseconds for each step of a longer text; one of a megabyte that people write is rendered in a tenth of it. */
const TIMEOUT_MS = 2000

/**
 * Markdown in its usual extended dialect: tables, strikethrough, autolinks, task lists, footnotes; HTML in it survives only where harmless.
 *
 * A long text is rendered in a worker thread, within a time; one that takes longer is shown as it was written. Its links are looked up
 * between two renderings, of which the first only finds the names.
 *
 * @example
 * assert.match(await makeMarkdown().render('**bold**'), /<strong>bold<\/strong>/)
 */
export const makeMarkdown = (sources: () => ImageSources = () => UNPROXIED_IMAGES): Markdown => {
  const renderings = makeRenderings()
  const turn = new TurnBudget()
  const program = new URL('./rendering-thread.js', import.meta.url)
  const pool = new ThreadPool<RenderingAsked, RenderingDone>(program, { milliseconds: TIMEOUT_MS })

  const inThread = async (markdown: string, form: Form, links: ReferenceLinks | undefined): Promise<string> => {
    const asked = { markdown, form, sources: sources() }
    const { names } =
      links === undefined || !/[@#!]/.test(markdown) ? { names: [] } : await pool.run({ ...asked, step: 'names' })
    const known: Array<readonly [string, ReferenceLink]> = []
    for (const name of names) {
      const link = await turn.within(() => links?.(name))
      if (link !== undefined) known.push([name, link])
    }
    return (await pool.run({ ...asked, step: 'html', links: links === undefined ? undefined : known })).html
  }

  const render = async (markdown: string, form: Form, links: ReferenceLinks | undefined): Promise<string> => {
    if (markdown === '') return ''
    if (markdown.length <= SHORT) return turn.within(() => renderings(sources())(markdown, form, links))
    try {
      return await inThread(markdown, form, links)
    } catch (error) {
      if (error instanceof DeadlineExceeded) return plainTextHtml(markdown, form)
      throw error
    }
  }

  return {
    render: (markdown, links) => render(markdown, 'block', links),
    renderInline: (markdown, links) => render(markdown, 'inline', links),
  }
}
