import { items } from '../release-item.js'

/** What differs between releases about labels (behaviour sheet §5.6). */
export const planningItems = items({
  'labels.default_color': {
    kind: 'value',
    area: 'Labels',
    name: 'color of a label made by being named',
    since: '14.1',
    served: true,
    before: '#428BCA',
    after: '#6699cc',
  },
  'labels.dark_text': {
    kind: 'value',
    area: 'Labels',
    name: 'text_color on light colours',
    since: '15.3',
    served: true,
    before: '#333333',
    after: '#1F1E24',
  },
})
