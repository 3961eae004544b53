/// Drawing: an SVG document as text, scales with ticks people would choose, text measured before it
/// is placed, and colours that can be told apart by everyone in both themes.
///
/// It knows nothing of experiments; the same calls give the same bytes in every locale.
package io.atp.lab.svg;
