import { referenceLinks } from '@forgefold/core/domains/issuable'
import { findProject } from '@forgefold/core/domains/projects/project'
import * as E from 'fp-ts/lib/Either.js'
import { boolean, created, optional, type Route, required, route, string, withDefault } from '../../../../http/index.js'
import { record, text } from '../../shape.js'

const render = route({
  method: 'POST',
  path: '/markdown',
  area: 'Markdown',
  summary: 'Render a text as sanitised HTML',
  caller: 'user',
  params: {
    text: required(string(), 'The text'),
    gfm: withDefault(boolean(), false, 'Whether names of people, issues and merge requests become links'),
    project: optional(string(), 'The full path of the project that names without one belong to'),
  },
  success: { status: 201, description: 'The HTML', schemaFor: record('RenderedText', { html: text }) },
  handler: async ({ forge, principal }, params) => {
    if (params.project === undefined) return created({ html: await forge.markdown.render(params.text) })
    const found = findProject(forge, principal, params.project)
    if (E.isLeft(found)) return found
    const links = params.gfm ? referenceLinks(forge, principal, found.right.project.id) : undefined
    return created({ html: await forge.markdown.render(params.text, links) })
  },
})

/** Rendering of Markdown (docs/reference/behaviour/conversation.md#rendering-markdown). */
export const markdownRoutes: ReadonlyArray<Route> = [render]
