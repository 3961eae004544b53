/// Layers that several backbones share.
package io.atp.learn.model.layer;
