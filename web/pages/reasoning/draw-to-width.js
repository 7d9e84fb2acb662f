/** Draws into a frame whenever its width changes; gives the function that draws it anew. */
export function drawToWidth(frame, draw) {
  const redraw = () => frame.clientWidth && frame.replaceChildren(draw(frame.clientWidth))
  new ResizeObserver(redraw).observe(frame)
  return redraw
}
