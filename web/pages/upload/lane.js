/** Runs tasks in the order given, at most `width` at a time. */
export function createLane(width) {
  const waiting = []
  let running = 0
  const next = () => {
    if (running >= width || waiting.length === 0) return
    running += 1
    waiting.shift()()
  }
  return (task) =>
    new Promise((resolve, reject) => {
      waiting.push(() =>
        task()
          .then(resolve, reject)
          .finally(() => {
            running -= 1
            next()
          }),
      )
      next()
    })
}
