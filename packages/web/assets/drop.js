/* A file that is dropped on a form of an upload becomes the file of its field. */
for (const type of ['dragover', 'dragleave', 'drop'])
  document.addEventListener(type, (event) => {
    const form = event.target.closest?.('[data-drop]')
    if (!form || !event.dataTransfer?.types.includes('Files')) return
    form.toggleAttribute('data-over', type === 'dragover')
    if (type === 'dragleave') return
    event.preventDefault()
    if (type === 'drop') form.querySelector('input[type=file]').files = event.dataTransfer.files
  })
