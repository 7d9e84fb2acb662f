import { filesOfDrop } from '../../parts/drop-files.js'
import { element, icon } from '../../parts/element.js'
import { bytes } from '../../parts/format.js'

/** Limits of the API: an image's data URL, and how many go with a question. */
const LARGEST = 3.75 * 1024 * 1024
const MOST = 20
const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Images for the next question: chosen, pasted or dropped anywhere on the page. */
export function createImages({ list, picker, onTrouble, onChange }) {
  let images = []

  async function add(files) {
    for (const file of files) {
      if (!TYPES.includes(file.type)) onTrouble(`${file.name || 'This file'} is no picture that can be sent: PNG, JPEG, WebP and GIF are.`)
      else if (file.size > LARGEST) onTrouble(`${file.name} has ${bytes(file.size)}; at most ${bytes(LARGEST)} can be sent.`)
      else if (images.length >= MOST) onTrouble(`At most ${MOST} images go with a question.`)
      else images = [...images, { name: file.name || 'pasted image', size: file.size, data_url: await dataUrl(file) }]
    }
    draw()
  }
  function remove(image) {
    images = images.filter((i) => i !== image)
    draw()
    picker.focus()
  }
  function draw() {
    list.hidden = images.length === 0
    list.replaceChildren(
      ...images.map((image) =>
        element(
          'li',
          {},
          element('img', { src: image.data_url, alt: '' }),
          element('span', {}, image.name),
          element(
            'button',
            { type: 'button', className: 'quiet compact icon', 'aria-label': `Remove ${image.name}`, onclick: () => remove(image) },
            icon('close'),
          ),
        ),
      ),
    )
    onChange(images)
  }

  picker.addEventListener('change', () => {
    add([...picker.files])
    picker.value = ''
  })
  addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (files.length === 0) return
    event.preventDefault()
    add(files)
  })
  addEventListener('dragover', (event) => event.preventDefault())
  addEventListener('drop', async (event) => {
    event.preventDefault()
    add(await filesOfDrop(event.dataTransfer))
  })

  return {
    get all() {
      return images
    },
    set(next) {
      images = next
      draw()
    },
  }
}

const dataUrl = (file) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
