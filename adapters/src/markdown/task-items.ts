import type MarkdownIt from 'markdown-it'

const CHECKBOX = /^\[([ xX])\]\s+(?=\S)/

/** Shows list items that begin with `[ ]` or `[x]` as disabled checkboxes. */
export const taskItems = (parser: MarkdownIt): void => {
  parser.core.ruler.after('inline', 'task-items', (state) => {
    state.tokens.forEach((token, index) => {
      const item = state.tokens[index - 2]
      const text = token.children?.[0]
      if (token.type !== 'inline' || item?.type !== 'list_item_open' || text?.type !== 'text') return
      const box = CHECKBOX.exec(text.content)
      if (box === null) return
      item.attrJoin('class', 'task-list-item')
      text.content = text.content.slice(box[0].length)
      const checkbox = new state.Token('html_inline', '', 0)
      const checked = box[1] === ' ' ? '' : ' checked'
      checkbox.content = `<input type="checkbox" class="task-list-item-checkbox"${checked} disabled> `
      token.children?.unshift(checkbox)
    })
  })
}
