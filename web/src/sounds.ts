// Short tones for what happens on the board, made as they are needed.

export type Event = "move" | "capture" | "end";

/** Tones one after the other: hertz, seconds from the beginning, seconds long. */
const TONES: Record<Event, readonly (readonly [pitch: number, from: number, long: number])[]> = {
  move: [[440, 0, 0.07]],
  capture: [[330, 0, 0.08], [220, 0.06, 0.1]],
  end: [[392, 0, 0.14], [494, 0.12, 0.14], [587, 0.24, 0.24]],
};
const LOUD = 0.12;

let context: AudioContext | undefined;

/** Lets something be heard. A browser that cannot stays silent. */
export function sound(event: Event): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    const now = context.currentTime + 0.01;
    for (const [pitch, from, long] of TONES[event]) {
      const [tone, volume] = [context.createOscillator(), context.createGain()];
      tone.type = "triangle";
      tone.frequency.value = pitch;
      // Begun and ended softly: a sudden change is heard as a crack.
      volume.gain.setValueAtTime(0, now + from);
      volume.gain.linearRampToValueAtTime(LOUD, now + from + 0.01);
      volume.gain.linearRampToValueAtTime(0, now + from + long);
      tone.connect(volume).connect(context.destination);
      tone.start(now + from);
      tone.stop(now + from + long);
    }
  } catch {
    // Nothing is heard.
  }
}
