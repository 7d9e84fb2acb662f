// The widget asks for a new token shortly before the one it has ends, or when it was refused: the host's server fetches one.
document.addEventListener('sdac-token-needed', (event) => {
  event.preventDefault()
  fetch('/token')
    .then((reply) => reply.json())
    .then(({ token }) => window.sdacWidget.setToken(token ?? ''))
})
