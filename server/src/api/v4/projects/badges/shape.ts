import { integer, maybe, oneOf, record, type Shape, text } from '../../shape.js'

const addresses = { link_url: text, image_url: text, rendered_link_url: text, rendered_image_url: text }

/** A badge of a project or group. */
export const badgeShape: Shape = record('Badge', {
  id: integer,
  name: maybe(text),
  ...addresses,
  kind: oneOf(['project', 'group']),
})

/** The rendered URLs of a badge. */
export const renderedBadgeShape: Shape = record('RenderedBadge', addresses)
